import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { type Gift, gift as giftSchema, GIFT_MOST } from '#/contract/operator/playerActs.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { giftsQuery } from './giftsQuery.ts';
import { typedWhole } from '../../parts/typedWhole.ts';

const KINDS = ['coins', 'case', 'goods', 'premium'] as const satisfies readonly Gift['what'][];

/** Makes a gift: asks for its kind and count, then shows the consequences and asks for the reason. */
export function GiftDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const [what, setWhat] = useState<Gift['what']>('coins');
  const [typed, setTyped] = useState({ count: '', thing: '' });
  const [wrong, setWrong] = useState<'count' | 'thing'>();
  const [gift, setGift] = useState<Gift>();
  const gifts = useQuery(giftsQuery(player.id));
  const most = GIFT_MOST[what];
  const needsThing = what === 'case' || what === 'goods';

  function check() {
    const count = typedWhole(typed.count, most);
    if (count === undefined) return setWrong('count');
    const thing = Number(typed.thing);
    if (needsThing && thing === 0) return setWrong('thing');
    const meant = {
      what,
      count,
      ...(what === 'case' && { caseId: thing }),
      ...(what === 'goods' && { goodsId: thing }),
    };
    return setGift(giftSchema.parse(meant));
  }
  const type = (name: 'count' | 'thing', value: string) => {
    setTyped({ ...typed, [name]: value });
    setWrong(undefined);
  };

  if (gift)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.grantPlayer,
          input: { params: { id: String(player.id) }, body: { gift } },
        }}
        title={t('playerActs.giftTitle', { login: player.login })}
        label={t('playerActs.gift')}
        done={t('playerActs.granted')}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('playerActs.giftTitle', { login: player.login })}
      lead={t('playerActs.giftLead')}
      onSubmit={check}
      onClose={onClose}
    >
      <Select
        name="what"
        label={t('playerActs.what')}
        options={KINDS.map((value) => ({ value, label: t(`playerActs.kinds.${value}`) }))}
        value={what}
        onValueChange={(next) => {
          setWhat(next as Gift['what']);
          type('thing', '');
        }}
      />
      {needsThing && (
        <Select
          // a new field for the other kind: the ids of cases and of goods overlap, so a choice must not carry over
          key={what}
          name="thing"
          label={t(what === 'case' ? 'playerActs.case' : 'playerActs.good')}
          placeholder={t(gifts.isPending ? 'playerActs.loadingThings' : 'playerActs.choose')}
          disabled={!gifts.data}
          options={(gifts.data?.[what === 'case' ? 'cases' : 'goods'] ?? []).map(({ id, names }) => ({
            value: String(id),
            label: `${names[pageConfig.locale]} · ${t('operator:number', { no: id })}`,
          }))}
          value={typed.thing}
          error={
            gifts.error
              ? errorTextOf(gifts.error)
              : wrong === 'thing'
                ? t('playerActs.thingNeeded')
                : undefined
          }
          onValueChange={(next) => type('thing', next)}
        />
      )}
      <Field
        name="count"
        label={t('playerActs.count')}
        inputMode="numeric"
        autoComplete="off"
        value={typed.count}
        error={wrong === 'count' ? t('playerActs.countWrong', { most: formatNumber(most) }) : undefined}
        onChange={(event) => type('count', event.currentTarget.value)}
      />
    </FormDialog>
  );
}
