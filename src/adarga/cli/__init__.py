"""The command line: everything the library does, in words, for people and for programs that read JSON."""
