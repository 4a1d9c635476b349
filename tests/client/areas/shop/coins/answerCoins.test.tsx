import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { holdInput } from '#/client/platform/hydration/earlyInput.ts';
import { answerCoins, type CoinAnswers } from '#/client/areas/shop/coins/answerCoins.ts';
import { coinDealOf, coinRulesOf } from '#/client/areas/shop/coins/coinAmount.ts';
import { CoinWord } from '#/client/areas/shop/coins/CoinWord.tsx';
import { coinWords } from '#/client/areas/shop/coins/coinWords.ts';

const answers: CoinAnswers = {
  rules: coinRulesOf({
    base_price: 0.1,
    one_coin_price_range: { from: 0.5, to: 5000 },
    one_coin_bonuses: [],
  }),
  sentences: { bonus: '×{{factor}}', below: '', between: '', best: '' },
  locale: 'en',
};

let root: HTMLElement;
let submitted: number[];
let isAlive = false;
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
  submitted = [];
});
afterEach(() => root.remove());

function Form() {
  const [coins, setCoins] = useState(100);
  useEffect(() => {
    isAlive = true;
  }, []);
  const words = coinWords(coinDealOf(coins, answers.rules), answers.sentences, answers.locale);
  return (
    <form
      data-answers={JSON.stringify(answers)}
      onSubmit={(event) => {
        event.preventDefault();
        submitted.push(coins);
      }}
    >
      <input
        name="amount"
        value={coins.toLocaleString('en')}
        onChange={({ currentTarget }) => setCoins(Number(currentTarget.value.replaceAll(/\D/g, '')))}
      />
      <CoinWord place="price" words={words} />
      <button type="submit">Buy</button>
    </form>
  );
}

/** Puts the server's markup into the page. */
function serve(): void {
  const page = document.createElement('div');
  const drawn = createRoot(page);
  flushSync(() => drawn.render(<Form />));
  root.innerHTML = page.innerHTML;
  drawn.unmount();
  isAlive = false;
}

const form = () => root.querySelector('form')!;
const field = () => root.querySelector('input')!;
const price = () => root.querySelector('[data-word=price]')!.textContent;

test('S2 S4 a rendered form says what is typed into it before its page is hydrated, and hands it over', async () => {
  serve();
  const handOver = holdInput(root);
  const stop = answerCoins(form());
  await userEvent.fill(field(), '23x00');
  expect(price()).toBe('€230.00');
  expect(field().value).toBe('2,300');
  await userEvent.click(root.querySelector('button')!);
  expect(submitted).toEqual([]);

  const faults: unknown[] = [];
  hydrateRoot(root, <Form />, { onRecoverableError: (error) => faults.push(error) });
  await expect.poll(() => isAlive).toBe(true);
  stop();
  handOver();
  expect(faults).toEqual([]);
  await expect.poll(() => submitted).toEqual([2300]);
  expect(field().value).toBe('2,300');
  expect(price()).toBe('€230.00');
});

test('S2 what was typed before any code had come is handed over too', async () => {
  serve();
  await userEvent.fill(field(), '500');
  const handOver = holdInput(root);
  const stop = answerCoins(form());
  hydrateRoot(root, <Form />);
  await expect.poll(() => isAlive).toBe(true);
  stop();
  handOver();
  await userEvent.click(root.querySelector('button')!);
  await expect.poll(() => submitted).toEqual([500]);
});

test('S4 too few cannot be bought, more than the most becomes the most', async () => {
  serve();
  answerCoins(form());
  const submit = root.querySelector('button')!;
  await userEvent.fill(field(), '3');
  expect(submit.disabled).toBe(true);
  await userEvent.fill(field(), '999999');
  expect(submit.disabled).toBe(false);
  expect(price()).toBe('€5,000.00');
});

test('what was typed before the answers had come is answered at once', async () => {
  serve();
  await userEvent.fill(field(), '500');
  answerCoins(form());
  expect(price()).toBe('€50.00');
});
