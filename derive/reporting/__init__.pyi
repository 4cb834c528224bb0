from derive.reporting.source import reports as reports
from derive.reporting.write import report as report
