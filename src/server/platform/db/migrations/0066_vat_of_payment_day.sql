-- Earlier versions took the rate of the day on which an order was settled, not of the day of its payment. The job counts
-- all VAT again.
DELETE FROM "day_sum_marks" WHERE "source" = 'vat';
