/** Formats a probability with as many digits as are meaningful: 43 %, 0.12 %, 0.0003 %. @param share 0 to 1 */
export function shareText(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumSignificantDigits: share < 0.995 ? 2 : 3,
  }).format(share);
}
