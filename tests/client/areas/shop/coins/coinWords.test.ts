import { describe, expect, test } from 'vitest';
import { coinDealOf, coinRulesOf } from '#/client/areas/shop/coins/coinAmount.ts';
import { coinWords } from '#/client/areas/shop/coins/coinWords.ts';

const tier = (from: number, to: number, coefficient: number) => ({
  price_from: from,
  price_to: to,
  bonus_coefficient: coefficient,
  title: `${coefficient}`,
  price_text: '',
  image: '',
});
const rules = coinRulesOf({
  base_price: 0.1,
  one_coin_price_range: { from: 0.5, to: 5000 },
  one_coin_bonuses: [tier(50, 99.99, 1.1), tier(100, 5000, 1.25)],
});
const sentences = {
  bonus: 'Bonus ×{{factor}}',
  below: '{{missing}} more for <lit>{{next}}</lit>.',
  between: 'At <lit>{{percent}}</lit>. {{missing}} more for {{next}}.',
  best: 'At <lit>{{percent}}</lit>, the best.',
};
const wordsOf = (coins: number, locale = 'en') =>
  Object.fromEntries(
    Object.entries(coinWords(coinDealOf(coins, rules), sentences, locale)).map(([place, text]) => [
      place,
      text.replaceAll(/\s/g, ' '),
    ]),
  );

describe('S2 what the form says of an amount', () => {
  test('below the first bonus', () => {
    expect(wordsOf(100)).toEqual({
      price: '€10.00',
      coins: '100 OC',
      factor: 'Bonus ×1',
      bonus: '+0 OC',
      received: '100 OC',
      noteStart: '400 OC more for ',
      noteLit: '+10%',
      noteEnd: '.',
    });
  });

  test('between two', () => {
    expect(wordsOf(600, 'ru')).toMatchObject({
      price: '60,00 €',
      factor: 'Bonus ×1,1',
      bonus: '+60 OC',
      received: '660 OC',
      noteStart: 'At ',
      noteLit: '+10 %',
      noteEnd: '. 400 OC more for +25 %.',
    });
  });

  test('in the best one', () => {
    expect(wordsOf(2300)).toMatchObject({ received: '2,875 OC', noteLit: '+25%', noteEnd: ', the best.' });
  });
});
