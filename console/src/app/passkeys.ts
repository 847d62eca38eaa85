import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { act } from '../api/client';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Signs in with a passkey that the browser holds. */
export async function passkeySignIn(email: string | undefined): Promise<void> {
  const { data } = await act('beginPasskeySignIn', { body: { ...(email && { email }) } });
  const credential = await startAuthentication({ optionsJSON: data as unknown as AuthenticationOptions });
  await act('signInWithPasskey', { body: { credential } });
}

/** Gives a recent proof with a passkey. */
export async function passkeyStepUp(): Promise<void> {
  const { data } = await act('beginPasskeyStepUp');
  const credential = await startAuthentication({ optionsJSON: data as unknown as AuthenticationOptions });
  await act('stepUpWithPasskey', { body: { credential } });
}

/** Adds a passkey to the signed-in member. */
export async function addPasskey(label: string): Promise<void> {
  const { data } = await act('beginPasskey');
  const credential = await startRegistration({ optionsJSON: data as unknown as RegistrationOptions });
  await act('addPasskey', { body: { label, credential } });
}
