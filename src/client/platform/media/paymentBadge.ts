const badges = import.meta.glob<string>('../../../../assets/payments/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The badge of a payment method by its `payment_method_name`. Methods without a picture share one. */
export function paymentBadge(name: string): string | undefined {
  return badges[`../../../../assets/payments/${name}.svg`] ?? badges['../../../../assets/payments/other.svg'];
}
