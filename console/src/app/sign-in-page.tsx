import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import mark from '../favicon.svg';
import { SignInForm } from './sign-in-form';
import { useSearchParams } from './use-search-params';

/** The page of the sign-in; afterwards it opens the page that was asked for. */
export default function SignInPage() {
  const { next, problem } = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    document.title = 'Sign in – corebank';
  }, []);
  const enter = async (): Promise<void> => {
    queryClient.clear();
    queryClient.setQueryData(['signedIn'], true);
    // Only addresses of the console: a link must not lead to another site.
    await navigate({ href: next?.startsWith('/') && !next.startsWith('//') ? next : '/', replace: true });
  };
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-sm flex-col justify-center px-4 py-10">
      <img src={mark} alt="" className="mb-4 size-10" />
      <h1 className="m-0 mb-1 text-2xl font-semibold">Sign in to corebank</h1>
      <p className="mt-0 mb-6 text-muted">For the institution’s staff.</p>
      {problem !== undefined && (
        <p role="alert" className="mt-0 mb-4">
          {problem === 'OIDC_NOT_REACHABLE'
            ? 'Single sign-on does not answer. Try again, or sign in with your password.'
            : 'Single sign-on did not sign you in. Try again, or sign in with your password.'}
        </p>
      )}
      <SignInForm onDone={() => void enter()} />
      <p className="mt-6 text-sm">
        <Link to="/password" className="underline">
          Password forgotten, or a one-time code at hand?
        </Link>
      </p>
    </main>
  );
}
