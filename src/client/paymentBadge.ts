const badges = import.meta.glob<string>('../../assets/payments/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The badge of a way to pay by its `payment_method_name`; one without a picture of its own has that of the others. */
export function paymentBadge(name: string): string | undefined {
  return badges[`../../assets/payments/${name}.svg`] ?? badges['../../assets/payments/other.svg'];
}
