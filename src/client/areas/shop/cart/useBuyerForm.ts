import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { cartBody } from '#/contract/shop.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { useShopDraft } from './shopDraft.ts';
import type { Buyer } from './useBuyer.ts';

const buyerForm = z.pick(cartBody, { server: true, login: true });
export type BuyerForm = z.infer<typeof buyerForm>;
const resolver = zodResolver(buyerForm);

/** The form for the recipient of a purchase. Visitors' input is kept for their next visit. */
export function useBuyerForm({ server, login, isLocked }: Buyer) {
  const form = useForm<BuyerForm>({ resolver, defaultValues: { server, login } });
  const { reset, subscribe } = form;
  // the server's markup does not contain earlier input
  const isHydrated = useHydrated();
  const takeDraft = useEffectEvent(() => reset({ server, login }));
  useEffect(() => {
    if (isHydrated) takeDraft();
  }, [isHydrated]);
  useEffect(() => {
    if (isLocked) return undefined;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => useShopDraft.setState({ server: values.server, login: values.login }),
    });
  }, [isLocked, subscribe]);
  return form;
}
