"""Inequalities, each proved by a certificate that makes it visible."""
