import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { act, read } from '../api/client';
import { Problem } from '../api/problem';
import { Button } from '../ui/button';
import { ProblemNotice } from '../ui/notice';
import { TextField } from '../ui/text-field';

interface SignInFormProps {
  onDone: () => void | Promise<void>;
  email?: string;
}

/** Signs in with address and password, then with the second factor's code where there is one; or with a passkey. */
export function SignInForm({ onDone, email: known = '' }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const methods = useQuery({ queryKey: ['getSignInMethods'], queryFn: () => read('getSignInMethods'), retry: false });
  const formId = useId();

  const attempt = async (sign: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await sign();
      await onDone();
    } catch (error) {
      if (error instanceof Problem && error.code === 'SECOND_FACTOR_CODE_REQUIRED' && !needsCode) setNeedsCode(true);
      else setProblem(error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', 'The passkey was not used.'));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(() =>
      act('signInToConsole', { body: { email: email.trim(), password, ...(needsCode && { code: code.trim() }) } }),
    );
  };
  const signInWithPasskey = async (): Promise<void> => {
    const { passkeySignIn } = await import('./passkeys');
    await attempt(() => passkeySignIn(email.trim() || undefined));
  };

  return (
    <form id={formId} className="space-y-4" onSubmit={submit}>
      <ProblemNotice problem={problem} />
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        required
        autoFocus={!known}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
        autoFocus={!!known}
      />
      {needsCode && (
        <TextField
          label="Code of your app"
          help="The six digits that your authenticator app shows, or a recovery code."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          required
          autoFocus
        />
      )}
      <Button type="submit" look="primary" className="w-full" isBusy={isBusy}>
        Sign in
      </Button>
      {methods.data?.passkey && (
        <Button className="w-full" isBusy={isBusy} onClick={() => void signInWithPasskey()}>
          Sign in with a passkey
        </Button>
      )}
      {methods.data?.oidc && (
        <a className="block text-center underline" href="/api/admin/v1/session/oidc">
          Sign in with {methods.data.oidc.label}
        </a>
      )}
    </form>
  );
}
