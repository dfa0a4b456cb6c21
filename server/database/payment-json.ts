/** The fields of an awaiting payment (section 2.2) that are texts, by the column that holds them. */
const TEXTS = {
  id: 'id',
  payableType: 'payable_type',
  bankTransferFollowupActionType: 'bank_transfer_followup_action_type',
  bankTransferLifeCycle: 'bank_transfer_life_cycle',
  mtoPaymentConfirmtionType: 'mto_payment_confirmtion_type',
  customerConfirmedPaymentDate: 'customer_confirmed_payment_date',
  creationDate: 'creation_date',
  currency: 'currency',
  searchablePaymentReference: 'searchable_payment_reference',
  payerBankTransferReference: 'payer_bank_transfer_reference',
} as const;

/**
 * What selects a payment as the JSON of section 2.2. SQLite writes it a third cheaper than eleven
 * values become an object and that JSON; `json_object` would take a real number for the amount, which
 * is slower and not exact.
 *
 * @param digits of the minor unit of its currency
 */
export function paymentJson(digits: number): string {
  const fields = Object.keys(TEXTS).map((field) => `"${field}":%s`);
  const values = Object.values(TEXTS).map((column) => `json_quote(${column})`);
  const unit = 10 ** digits;
  const [amount, parts] =
    digits === 0
      ? ['%d', ['amount_minor']]
      : [`%d.%0${digits}d`, [`amount_minor / ${unit}`, `amount_minor % ${unit}`]];
  fields.push(`"requestedBankTransferAmount":${amount}`);
  return `format('{${fields.join()}}', ${[...values, ...parts].join(', ')})`;
}
