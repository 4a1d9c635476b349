import { NO_BONUS_BASIS_POINTS } from '#/contract/amounts.ts';

/** What a coefficient adds, as the language writes it: "+25 %". The space does not break. */
export function percentText(coefficientBasisPoints: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
  })
    .format((coefficientBasisPoints - NO_BONUS_BASIS_POINTS) / NO_BONUS_BASIS_POINTS)
    .replaceAll(/\s/g, '\u00A0');
}
