import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type DiscountRow, discountEffect } from '#/contract/operator/discounts.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { TimeField } from '../acts/TimeField.tsx';
import { useMay } from '../platform/session.ts';
import { EffectList } from './EffectList.tsx';

/** Renders the foreseen effects in the preview of a code. */
export const renderEffect = (foreseen: Readonly<Record<string, unknown>>) => {
  const effect = z.safeParse(discountEffect, foreseen).data;
  return effect && <EffectList effect={effect} />;
};

/** Buttons of the acts on a code or a batch. */
export function DiscountActs({ discount }: { discount: DiscountRow }) {
  const { t } = useTranslation('operatorDiscounts');
  const mayAct = useMay('discounts.edit');
  const [open, setOpen] = useState<'stop' | 'prolong'>();
  const { id, code, state, endsAt, batch } = discount;
  if (!mayAct || state === 'stopped' || (batch && batch.id !== id)) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      {endsAt !== null && (
        <Button size="small" onClick={() => setOpen('prolong')}>
          {t('acts.prolong')}
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => setOpen('stop')}>
        {t('acts.stop')}
      </Button>
      {open === 'prolong' && <ProlongDialog discount={discount} onClose={close} />}
      {open === 'stop' && (
        <ActDialog
          plan={{ endpoint: operatorCalls.stopDiscount, input: { params: { id: String(id) }, body: {} } }}
          title={t('acts.stopTitle', { code })}
          label={t('acts.stop')}
          done={t('acts.stopped')}
          onClose={close}
        >
          <p>{t('acts.stopText')}</p>
        </ActDialog>
      )}
    </>
  );
}

/** Asks for a later end, then shows the consequences and asks for the reason. */
function ProlongDialog({ discount, onClose }: { discount: DiscountRow; onClose: () => void }) {
  const { t } = useTranslation('operatorDiscounts');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [until, setUntil] = useState<string>();
  const { id, code, endsAt } = discount;
  const title = t('acts.prolongTitle', { code });
  if (until !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.prolongDiscount,
          input: { params: { id: String(id) }, body: { endsAt: until || null, from: endsAt } },
        }}
        title={title}
        label={t('acts.prolong')}
        done={t('acts.prolonged')}
        renderForeseen={renderEffect}
        onClose={() => setUntil(undefined)}
        onDone={onClose}
      />
    );
  return (
    <FormDialog
      title={title}
      onSubmit={() => {
        const atMs = typed === '' ? null : new Date(typed).getTime();
        const isLater = atMs === null || atMs > Math.max(Date.now(), new Date(endsAt ?? 0).getTime());
        setIsWrong(!isLater);
        if (isLater) setUntil(atMs === null ? '' : new Date(atMs).toISOString());
      }}
      onClose={onClose}
    >
      <TimeField
        name="endsAt"
        type="datetime-local"
        label={t('acts.newEnd')}
        hint={t('acts.newEndHint')}
        value={typed}
        error={isWrong ? t('acts.newEndWrong') : undefined}
        onValueChange={(next) => {
          setTyped(next);
          setIsWrong(false);
        }}
      />
    </FormDialog>
  );
}
