"""Measurements: published operating points, the questions that they make, the shares of their
bounds that they realise, and estimates from those.
"""
