import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { NotFound } from '#/client/app/layout/NotFound.tsx';
import { LOCALES } from '#/contract/kernel/locale.ts';
import en from '../../../../locales/en/common.json';
import ru from '../../../../locales/ru/common.json';
import uk from '../../../../locales/uk/common.json';
import { loadTextsOf } from '../../../support/components/texts.ts';

const words = { ru, uk, en };

test.each(LOCALES)('RT11 an unknown address is told in %s, with a way back', async (locale) => {
  await loadTextsOf(locale);
  await i18next.changeLanguage(locale);
  const { title, action } = words[locale].notFound;
  const screen = await render(
    <MemoryRouter>
      <NotFound />
    </MemoryRouter>,
  );
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(screen.getByRole('link', { name: action })).toHaveAttribute('href', '/en');
});
