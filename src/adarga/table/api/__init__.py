"""The HTTP API: everything the pages do, as data, with the same intents and the same redactions."""
