import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ordersQuery } from '#/contract/operator/orders.ts';
import { RangeBar } from '#/operator/figures/RangeBar.tsx';
import { useRange } from '#/operator/figures/useRange.ts';
import { FilterInput } from '#/operator/lists/FilterInput.tsx';
import { useFilterFields } from '#/operator/lists/useFilterFields.ts';
import { useListFilters } from '#/operator/lists/useListFilters.ts';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

function DayFilter() {
  const { filters, show } = useListFilters(ordersQuery);
  const field = useFilterFields(ordersQuery, filters, (name, value) => show({ [name]: value }));
  return <FilterInput label="From" type="date" {...field('fromDay')} />;
}

/** The range of figures, and the days for which they would be fetched. */
function Range() {
  const range = useRange();
  const { from, to } = range.query;
  return (
    <>
      <RangeBar range={range} />
      <output>{`${from} – ${to}`}</output>
    </>
  );
}

// an error stands within the label
const fieldOf = (label: string) => page.getByLabelText(new RegExp(`^${label}`));
const inputOf = (label: string) => fieldOf(label).element() as HTMLInputElement;

/** Types into a field of a day from its first part on, without leaving it. The month and the day are the same number. */
async function type(label: string, keys: string) {
  await expect.element(fieldOf(label)).toBeVisible();
  inputOf(label).blur();
  inputOf(label).focus();
  await userEvent.keyboard(keys);
}

beforeEach(() => {
  answerCalls({});
});

test('O10 a day is typed digit by digit, and applies on Enter without losing the focus', async () => {
  const { router } = showPages({ '/': <DayFilter /> }, '/?fromDay=2026-01-15');
  await type('From', '03032027');
  await expect.element(fieldOf('From')).toHaveValue('2027-03-03');
  expect(router.state.location.search).toBe('?fromDay=2026-01-15');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.search).toBe('?fromDay=2027-03-03');
  expect(document.activeElement).toBe(inputOf('From'));
  // the field follows the address
  await router.navigate(-1);
  await router.navigate('/?fromDay=2026-05-06');
  await expect.element(fieldOf('From')).toHaveValue('2026-05-06');
});

test('O10 a day applies when its field is left; a year that is typed in part is a mistake', async () => {
  const { router } = showPages({ '/': <DayFilter /> }, '/?fromDay=2026-01-15');
  await type('From', '030320');
  inputOf('From').blur();
  await expect.element(page.getByText('Not a valid value')).toBeVisible();
  expect(router.state.location.search).toBe('?fromDay=2026-01-15');
  await type('From', '03032025');
  inputOf('From').blur();
  await expect.poll(() => router.state.location.search).toBe('?fromDay=2025-03-03');
  await expect.element(page.getByText('Not a valid value')).not.toBeInTheDocument();
});

test('O10 a part of a day in an empty field is a mistake, and stays', async () => {
  const { router } = showPages({ '/': <DayFilter /> }, '/');
  await type('From', '0303');
  inputOf('From').blur();
  await expect.element(page.getByText('Not a valid value')).toBeVisible();
  await type('From', '03032025{Enter}');
  await expect.poll(() => router.state.location.search).toBe('?fromDay=2025-03-03');
});

test('O24 days that make no range stay in their field with an error, and the last range is shown', async () => {
  const { router } = showPages({ '/': <Range /> }, '/?from=2026-01-01&to=2026-01-31');
  await type('From', '03032026{Enter}');
  await expect.element(page.getByText('Not a valid value')).toBeVisible();
  await expect.element(fieldOf('From')).toHaveValue('2026-03-03');
  await expect.element(page.getByText('2026-01-01 – 2026-01-31')).toBeVisible();
  // with the other end the typed day makes a range
  await type('To', '04042026{Enter}');
  await expect.element(page.getByText('2026-03-03 – 2026-04-04')).toBeVisible();
  expect(router.state.location.search).toBe('?from=2026-03-03&to=2026-04-04');
  await expect.element(page.getByText('Not a valid value')).not.toBeInTheDocument();
  // longer than the site counts
  await type('To', '04042029{Enter}');
  await expect.element(page.getByText('Not a valid value')).toBeVisible();
  await expect.element(page.getByText('2026-03-03 – 2026-04-04')).toBeVisible();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect.element(page.getByText('Not a valid value')).not.toBeInTheDocument();
  await expect.element(fieldOf('From')).not.toHaveValue('2026-03-03');
});

test('O24 an address whose days make no range says so', async () => {
  showPages({ '/': <Range /> }, '/?from=2026-03-01&to=2026-01-31');
  await expect.element(page.getByText('Not a valid value')).toBeVisible();
  await expect.element(fieldOf('From')).toHaveValue('2026-03-01');
});
