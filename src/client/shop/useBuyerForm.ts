import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { cartBody } from '#/contract/shop.ts';
import { useShopDraft } from './shopDraft.ts';
import type { Buyer } from './useBuyer.ts';

const buyerForm = z.pick(cartBody, { server: true, login: true });
export type BuyerForm = z.infer<typeof buyerForm>;
const resolver = zodResolver(buyerForm);

/** The form that says whom a purchase is for; what a visitor types is kept for his other visits. */
export function useBuyerForm({ server, login, isLocked }: Buyer) {
  const form = useForm<BuyerForm>({ resolver, defaultValues: { server, login } });
  const [typedServer, typedLogin] = useWatch({ control: form.control, name: ['server', 'login'] });
  const isTyped = typedServer !== server || typedLogin !== login;
  useEffect(() => {
    if (!isLocked && isTyped) useShopDraft.setState({ server: typedServer, login: typedLogin });
  }, [isLocked, isTyped, typedServer, typedLogin]);
  return form;
}
