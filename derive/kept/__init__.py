"""Kept questions: programs of questions asked before, answered anew without sympy."""
