import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type * as z from 'zod/mini';
import { shopCalls } from '#/contract/calls/shop.ts';
import { type ErrorCode, isErrorCode } from '#/contract/kernel/errors.ts';
import { PROMO_CODE_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { type Cart, discountBody } from '#/contract/shop.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from '../payment/PaymentPanel.module.css';
import { cartQuery } from '#/client/areas/shop/payment/orderQueries.ts';
import { storeProduct } from '#/client/areas/shop/cart/storedProduct.ts';

interface DiscountPanelProps {
  cart: Cart;
  /** Called when the buyer has changed the price. */
  onChanged: (cart: Cart) => void;
  disabled: boolean;
}

const asDiscountCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9-]/g, '');

/** The field for a discount code, which can be applied and removed again. */
export function DiscountPanel({ cart, onChanged, disabled }: DiscountPanelProps) {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const form = useForm<z.infer<typeof discountBody>>({
    resolver: zodResolver(discountBody),
    defaultValues: { code: '' },
  });
  const { isPending, failure, submit } = useSubmit(form);
  const typed = useWatch({ control: form.control, name: 'code' });
  const { discount_code: inForce } = cart;
  const removeButton = useRef<HTMLButtonElement>(null);
  // the used control disappears, so the focus moves to the one that replaces it
  useEffect(() => {
    if (!said) return;
    if (inForce) removeButton.current?.focus();
    else form.setFocus('code');
  }, [said, inForce, form]);

  const show = (next: Cart, sentence: string) => {
    client.setQueryData(cartQuery.queryKey, next);
    storeProduct(next);
    onChanged(next);
    setSaid(sentence);
  };
  const apply = form.handleSubmit((body) =>
    submit(async () => {
      const next = await call(shopCalls.useDiscount, { body }).catch((error: unknown) => {
        throw atField(error);
      });
      form.reset();
      show(
        next,
        t('checkout.discount.applied', {
          code: next.discount_code ?? '',
          sum: formatEuro(next.discount_cents),
        }),
      );
    }),
  );
  const remove = () =>
    void submit(async () => show(await call(shopCalls.dropDiscount, {}), t('checkout.discount.removed')));
  return (
    <Panel className={styles.panel}>
      <h2>{t('checkout.discount.title')}</h2>
      {inForce ? (
        <div className={styles.inForce}>
          <p>
            <b>{inForce}</b> −{formatEuro(cart.discount_cents)}
          </p>
          <Button
            ref={removeButton}
            variant="secondary"
            size="small"
            icon="close"
            busy={isPending}
            disabled={disabled}
            onClick={remove}
            aria-label={t('checkout.discount.removeOf', { code: inForce })}
          >
            {t('checkout.discount.remove')}
          </Button>
        </div>
      ) : (
        <form className={styles.discount} noValidate onSubmit={(event) => void apply(event)}>
          <FormField
            control={form.control}
            name="code"
            label={t('checkout.discount.label')}
            autoComplete="off"
            maxLength={PROMO_CODE_MAX_LENGTH}
            filter={asDiscountCode}
          />
          <Button type="submit" variant="secondary" busy={isPending} disabled={disabled || typed === ''}>
            {t('checkout.discount.apply')}
          </Button>
        </form>
      )}
      <output className="unseen">{said}</output>
      <FormAlert sentences={failure} />
    </Panel>
  );
}

/** Errors about the code are shown at its field. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isErrorCode(error.code) || error.errors['code']) return error;
  const isAboutCode: ErrorCode[] = ['discountInvalid', 'discountUsed', 'discountNotForThis'];
  return isAboutCode.includes(error.code)
    ? new ApiError(error.code, error.status, { errors: { code: error.code } })
    : error;
}
