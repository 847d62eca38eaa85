import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { Notice } from './notice';

interface Shown {
  id: number;
  text: string;
  tone: 'good' | 'warn' | 'info';
}

const SHOWN_FOR_MS = 7_000;
const Tell = createContext<(text: string, tone?: Shown['tone']) => void>(() => undefined);

/** Says what has been done, in a region that screen readers announce. */
export function useTell(): (text: string, tone?: Shown['tone']) => void {
  return useContext(Tell);
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const next = useRef(1);
  const tell = useCallback((text: string, tone: Shown['tone'] = 'good') => {
    const id = next.current++;
    setShown((before) => [...before.slice(-2), { id, text, tone }]);
    setTimeout(() => setShown((before) => before.filter((one) => one.id !== id)), SHOWN_FOR_MS);
  }, []);
  const list = useMemo(
    () =>
      shown.map(({ id, text, tone }) => (
        <div key={id} className="shadow-lg">
          <Notice tone={tone}>{text}</Notice>
        </div>
      )),
    [shown],
  );
  return (
    <Tell value={tell}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="no-print fixed right-4 bottom-4 z-60 flex max-w-sm flex-col gap-2"
      >
        {list}
      </div>
    </Tell>
  );
}
