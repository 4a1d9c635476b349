import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadTextsOf } from '../../support/components/texts.ts';
import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';
import { ChangeList } from '#/operator/catalogue/ChangeList.tsx';

const change: Omit<ShownChange, 'name'> = { noun: 'case', id: '8', did: 'added', fields: [] };
const names = { ru: 'Дипломат', uk: 'Дипломатична пошта', en: 'Diplomatic Pouch' };

beforeAll(() => loadTextsOf('uk'));

test('O19 a change names its thing in the language of the page', async () => {
  const view = await render(<ChangeList changes={[{ ...change, name: 'Diplomatic Pouch', names }]} />);
  await expect.element(view.getByText('Diplomatic Pouch')).toBeVisible();
  await i18next.changeLanguage('uk');
  await expect.element(view.getByText('Дипломатична пошта')).toBeVisible();
  await expect.element(view.getByText('Diplomatic Pouch')).not.toBeInTheDocument();
});

test('O19 a change of an older revision has its English name, and one without a name its number', async () => {
  const old = [
    { ...change, name: 'Night Heist' },
    { ...change, noun: 'bonus tier', id: '3', name: '' },
  ];
  const view = await render(<ChangeList changes={old} />);
  await expect.element(view.getByText('Night Heist')).toBeVisible();
  await expect.element(view.getByRole('heading', { level: 3 }).nth(1)).toHaveTextContent(/3.*3/);
});
