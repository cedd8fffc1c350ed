"""The sandbox's page: a chat client in the browser, in which every person at the table is played by whoever looks."""
