import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from '../../../locales/en/common.json';
import errors from '../../../locales/en/errors.json';
import operator from '../../../locales/en/operator.json';
import operatorDashboard from '../../../locales/en/operatorDashboard.json';
import operatorExports from '../../../locales/en/operatorExports.json';
import operatorCatalogue from '../../../locales/en/operatorCatalogue.json';
import operatorDiscounts from '../../../locales/en/operatorDiscounts.json';
import operatorErrors from '../../../locales/en/operatorErrors.json';
import operatorFairness from '../../../locales/en/operatorFairness.json';
import operatorGame from '../../../locales/en/operatorGame.json';
import operatorMails from '../../../locales/en/operatorMails.json';
import operatorOrders from '../../../locales/en/operatorOrders.json';
import operatorPayouts from '../../../locales/en/operatorPayouts.json';
import operatorPeople from '../../../locales/en/operatorPeople.json';
import operatorPlayers from '../../../locales/en/operatorPlayers.json';
import operatorTax from '../../../locales/en/operatorTax.json';

/** Loads the English texts of the operators' program for a test of its components. */
export async function loadOperatorTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: {
      en: {
        common,
        errors,
        operator,
        operatorDashboard,
        operatorCatalogue,
        operatorDiscounts,
        operatorErrors,
        operatorExports,
        operatorFairness,
        operatorGame,
        operatorMails,
        operatorOrders,
        operatorPayouts,
        operatorPeople,
        operatorPlayers,
        operatorTax,
      },
    },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
}
