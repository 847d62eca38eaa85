import { Refusal } from './refusal';

/** The providers of each function. */
const PROVIDERS = {
  transfer: ['providerh', 'providera'],
  bills: ['providera', 'providerc', 'providerd', 'providere', 'providerf', 'providerg'],
  cards: ['providerb', 'providera'],
} as const;

/** @throws Refusal (404) for a provider that does not serve the function. */
export function assertProvider(service: keyof typeof PROVIDERS, provider: string): void {
  if (!(PROVIDERS[service] as readonly string[]).includes(provider))
    throw Refusal.notFound(`${service} has no provider ${provider}.`);
}

/** @throws Refusal (400) when a call that must happen once has no key. */
export function assertIdempotencyKey(key: string | undefined): void {
  if (key === undefined || key === '') throw new Refusal(400, '30', 'The header Idempotency-Key is missing.');
}
