/** What an amount that has cents is called where it is tried: some take whole ones only. */
export const AMOUNT_WITH_CENTS = 'a repaymentAmount with cents';

/** What a date is called that some find too old. */
export const DATE_OF_YEARS_AGO = 'a paymentDate of years ago';
