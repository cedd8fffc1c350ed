"""What is kept, a module each: the ledger, hands, tables, players, servers and their standings."""
