import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentBadge } from '#/client/platform/media/paymentBadge.ts';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { ChoiceRow } from '#/client/ui/inputs/ChoiceRow.tsx';
import { RadioCards } from '#/client/ui/inputs/RadioCards.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Chapter, LiveStates, Part, Specimen } from './Specimens.tsx';

const option = (label: string) => ({ value: label, label });
const SERVERS = ['Everest', 'Harbor', 'Mesa', 'Delta'].map(option);
/** The longest list there may be, with one name that is wider than the field. */
const MANY = Array.from({ length: 30 }, (_, at) =>
  option(at === 6 ? 'District 07 of the northern harbour and its islands' : `District ${at + 1}`),
);
const way = (value: string, label: string, more?: { description?: string; disabled?: boolean }) => ({
  value,
  label,
  picture: <img src={paymentBadge(value)} alt="" width="135" height="44" />,
  ...more,
});
const PAYMENTS = [
  {
    legend: 'Main',
    cards: [
      way('card_and_more', 'Bank card', { description: 'Five other ways as well' }),
      way('card', 'Card only'),
    ],
  },
  {
    legend: 'Payment systems',
    cards: [way('advcash', 'Advcash'), way('perfect_money', 'Perfect Money', { disabled: true })],
  },
  {
    legend: 'Crypto',
    cards: [
      way('bitcoin', 'Bitcoin'),
      way('ethereum', 'Ethereum'),
      way('litecoin', 'Litecoin'),
      way('tether', 'Tether'),
      way('binance_coin', 'Binance Coin'),
    ],
  },
];
const COUNTS = ['5', '10', '25', '50'].map((value) => ({ value, label: value, disabled: value === '50' }));
const ignore = () => {};

/** Controls for a choice. */
export function ChoiceChapter() {
  const { t } = useTranslation(['auth', 'common', 'cases', 'errors']);
  const [server, setServer] = useState('Everest');
  const [district, setDistrict] = useState('District 28');
  const [agreed, setAgreed] = useState(true);
  const [isOn, setIsOn] = useState(true);
  const [count, setCount] = useState('10');
  const [payment, setPayment] = useState('card_and_more');
  const select = {
    name: 'server',
    label: t('common:server.label'),
    options: SERVERS,
    onValueChange: ignore,
    placeholder: t('common:server.placeholder'),
  };
  const tick = { name: 'terms', label: t('fields.email'), onCheckedChange: ignore };
  const lamp = { label: t('cases:case.sound'), onCheckedChange: ignore };
  return (
    <Chapter title="Choices">
      <Part title="Select" wide>
        <Specimen state="live" fill>
          <Select {...select} value={server} onValueChange={setServer} />
        </Specimen>
        <Specimen state="thirty entries" fill>
          <Select {...select} options={MANY} value={district} onValueChange={setDistrict} />
        </Specimen>
        <Specimen state="hover" fill>
          <Select {...select} value="" />
        </Specimen>
        <Specimen state="focus" fill>
          <Select {...select} value="" />
        </Specimen>
        <Specimen state="invalid" fill>
          <Select {...select} value="" error={t('errors:serverRequired')} />
        </Specimen>
        <Specimen state="disabled" fill>
          <Select {...select} value="Mesa" disabled />
        </Specimen>
      </Part>
      <Part title="Checkbox" wide>
        <Specimen state="live">
          <Checkbox
            {...tick}
            label={
              <>
                {t('fields.promoCodeHint')} <TextLink to="#kit">{t('fields.promoCode')}</TextLink>
              </>
            }
            checked={agreed}
            onCheckedChange={setAgreed}
          />
        </Specimen>
        <LiveStates>
          <Checkbox {...tick} checked={false} />
        </LiveStates>
        <Specimen state="ticked">
          <Checkbox {...tick} checked />
        </Specimen>
        <Specimen state="invalid">
          <Checkbox {...tick} checked={false} error={t('errors:emailRequired')} />
        </Specimen>
        <Specimen state="disabled">
          <Checkbox {...tick} checked disabled />
        </Specimen>
      </Part>
      <Part title="ChoiceRow" wide>
        <Specimen state="live; too large a count is disabled">
          <ChoiceRow
            label={t('cases:case.severalCount')}
            value={count}
            onValueChange={setCount}
            choices={COUNTS}
          />
        </Specimen>
        <Specimen state="disabled">
          <ChoiceRow
            label={t('cases:case.severalCount')}
            value="10"
            onValueChange={ignore}
            choices={COUNTS}
            disabled
          />
        </Specimen>
      </Part>
      <Part title="Switch" wide>
        <Specimen state="live">
          <Switch {...lamp} checked={isOn} onCheckedChange={setIsOn} />
        </Specimen>
        <LiveStates>
          <Switch {...lamp} checked={false} />
        </LiveStates>
        <Specimen state="on">
          <Switch {...lamp} checked />
        </Specimen>
        <Specimen state="disabled">
          <Switch {...lamp} checked={false} disabled />
        </Specimen>
        <Specimen state="on, disabled">
          <Switch {...lamp} checked disabled />
        </Specimen>
      </Part>
      <Part title="Radio cards: one choice over several groups" wide>
        <Specimen state="live" fill>
          <RadioCards
            name="payment"
            label="Payment method"
            groups={PAYMENTS}
            value={payment}
            onValueChange={setPayment}
          />
        </Specimen>
      </Part>
      {(['hover', 'focus', 'invalid', 'disabled'] as const).map((state) => (
        <Part key={state} title={`Radio cards, ${state}`}>
          <Specimen state={state} fill>
            <RadioCards
              name="way"
              label="Payment method"
              groups={[{ cards: SERVERS.slice(0, 2) }]}
              value={state === 'disabled' ? 'Everest' : ''}
              onValueChange={ignore}
              error={state === 'invalid' ? t('errors:serverRequired') : undefined}
              disabled={state === 'disabled'}
            />
          </Specimen>
        </Part>
      ))}
    </Chapter>
  );
}
