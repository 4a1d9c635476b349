import { zodResolver } from '@hookform/resolvers/zod';
import type { UseQueryResult } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { formatTime } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import type { Cart, DonateData, PaymentGroup } from '#/contract/shop.ts';
import { captchaAhead } from '#/client/domain/forms/captcha.ts';
import { errorText, fieldErrorText } from '#/client/platform/i18n/errorText.ts';
import { NewTabLink } from '#/client/domain/forms/NewTabLink.tsx';
import { paths } from '#/client/platform/navigation/paths.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Receipt } from '#/client/ui/surfaces/Receipt.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from '../payment/PaymentPanel.module.css';
import { checkoutForm, type CheckoutValues, usePayment } from '#/client/areas/shop/payment/usePayment.ts';
import pageStyles from './CheckoutPage.module.css';
import { DiscountPanel } from './DiscountPanel.tsx';
import { CountrySelect } from '#/client/areas/shop/payment/CountrySelect.tsx';
import { asksCountry, PaymentPanel } from '#/client/areas/shop/payment/PaymentPanel.tsx';
import { useCountryDraft } from '#/client/areas/shop/payment/countryDraft.ts';
import { PayBar } from '#/client/areas/shop/cart/PayBar.tsx';
import { purchasePath } from '#/client/areas/shop/cart/askedPurchase.ts';
import { purchaseRows, purposeRows, totalText } from '#/client/areas/shop/cart/purchaseRows.ts';
import { storePath } from '#/client/areas/shop/cart/storePath.ts';
import { useChanges } from './useChanges.ts';

const toForm = captchaAhead('order');
const FORM_ID = 'checkout';

interface CheckoutProps {
  cart: Cart;
  /** The shop's data, loaded or failed. */
  shop: UseQueryResult<DonateData>;
  refetchCart: () => Promise<unknown>;
}

/** The purchase with its price, the payment methods and the terms; submitting leads to the payment (S11). */
export function Checkout({ cart, shop, refetchCart }: CheckoutProps) {
  const { t } = useTranslation('shop');
  const isClosed = useIsClosed('shop');
  const groups = shop.data?.payment_groups;
  const form = useForm<CheckoutValues>({
    resolver: zodResolver(checkoutForm),
    defaultValues: { payment_method_name: '', country: null, terms: false },
  });
  const {
    field: { ref: methodRef, value: picked, onChange: pick },
    fieldState: methodState,
  } = useController({
    control: form.control,
    name: 'payment_method_name',
  });
  const {
    field: { ref: termsRef, value: isAgreed, onChange: setIsAgreed },
    fieldState: termsState,
  } = useController({ control: form.control, name: 'terms' });
  const {
    field: { ref: countryRef, onChange: setCountry },
    fieldState: countryState,
  } = useController({ control: form.control, name: 'country' });
  const country = useCountryDraft((draft) => draft.country);
  const chosen = chosenOf(groups ?? [], picked, cart.payment_method_name);
  const isCountryAsked = asksCountry(groups ?? [], chosen);
  const changes = useChanges(cart);
  const told = [
    ...(changes.isAnother ? [errorText('cartChanged')] : []),
    ...(changes.beforeCents === null
      ? []
      : [t('checkout.wasNow', { was: formatEuro(changes.beforeCents), now: formatEuro(cart.total_cents) })]),
  ];
  const { isPending, failure, pay } = usePayment({ cart, form, refetchCart, refetchShop: shop.refetch });

  const submit = (event: React.FormEvent) => {
    form.setValue('payment_method_name', chosen);
    form.setValue('country', isCountryAsked ? country : null);
    void form.handleSubmit((values) => {
      changes.agree();
      return pay(values);
    })(event);
  };
  return (
    <div className={pageStyles.columns}>
      <div className={pageStyles.choices}>
        <PaymentPanel
          shop={shop}
          value={chosen}
          onValueChange={pick}
          inputRef={methodRef}
          error={fieldErrorText(methodState.error?.message)}
        >
          {isCountryAsked && (
            <CountrySelect
              value={country}
              onValueChange={(next) => {
                useCountryDraft.setState({ country: next });
                setCountry(next);
              }}
              ref={countryRef}
              error={fieldErrorText(countryState.error?.message)}
            />
          )}
        </PaymentPanel>
        <DiscountPanel cart={cart} onChanged={changes.agree} disabled={isPending} />
      </div>
      <aside className={styles.side}>
        <Receipt
          issuer={t('checkout.issuer')}
          title={t('checkout.receipt')}
          note={t('checkout.validUntil', { time: formatTime(cart.expires_at) })}
          rows={[...purchaseRows(cart, t), ...purposeRows(cart, t)]}
          totalLabel={t('checkout.rows.total')}
          total={totalText(cart)}
        >
          <form id={FORM_ID} className={styles.form} noValidate ref={toForm} onSubmit={submit}>
            <Checkbox
              name="terms"
              checked={isAgreed}
              onCheckedChange={setIsAgreed}
              ref={termsRef}
              error={fieldErrorText(termsState.error?.message)}
              label={
                <>
                  <Trans
                    t={t}
                    i18nKey="checkout.terms"
                    components={{
                      terms: <NewTabLink path={paths.terms} />,
                    }}
                  />
                  {cart.is_at_once && <span className={styles.atOnce}>{t('checkout.atOnce')}</span>}
                </>
              }
            />
            <FormAlert sentences={[...new Set([...failure, ...told])]} />
            <ClosedNote part="shop" />
            <Button
              type="submit"
              wide
              icon="arrowRight"
              busy={isPending}
              disabled={groups?.length === 0}
              spent={isClosed}
            >
              {t(isPending ? 'checkout.pending' : 'checkout.submit')}
            </Button>
          </form>
        </Receipt>
        <p className={styles.safe}>{t('checkout.safe')}</p>
        <TextLink to={cart.purpose ? purchasePath(cart.purpose) : storePath(cart)}>
          {t('checkout.change')}
        </TextLink>
      </aside>
      <PayBar
        formId={FORM_ID}
        totalLabel={t('checkout.rows.total')}
        total={totalText(cart)}
        bonus={cart.bonus_qty > 0 && t('checkout.withBonus', { bonus: formatCoins(cart.bonus_qty) })}
        isPending={isPending}
        disabled={groups?.length === 0}
      >
        {t('checkout.submit')}
      </PayBar>
    </div>
  );
}

/** The selected payment method: the one picked here, else the one picked in the shop, else the first one offered. */
function chosenOf(groups: readonly PaymentGroup[], picked: string, wanted: string | null): string {
  const offered = groups.flatMap(({ methods }) => methods.map(({ name }) => name));
  return [picked, wanted].find((name) => name && offered.includes(name)) ?? offered[0] ?? '';
}
