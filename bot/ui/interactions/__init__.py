"""The way of an interaction: `responder` takes it in, `response` is its one answer, `outcome` shows what came of it."""
