"""Words: texts in the reader's language, and how names, cards, hands and errors are said."""
