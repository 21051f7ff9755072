"""Mutation tests: one small fault at a time, and whether the rooms' own tests find it."""
