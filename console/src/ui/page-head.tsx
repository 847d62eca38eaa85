import { type ReactNode, useEffect } from 'react';

interface PageHeadProps {
  title: string;
  /** Beside the title: the state of a record. */
  beside?: ReactNode;
  intro?: ReactNode;
  /** Buttons and menus. */
  children?: ReactNode;
}

/** The heading of a page, which is also the title of the browser's tab. */
export function PageHead({ title, beside, intro, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} – corebank`;
  }, [title]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="m-0 text-2xl font-semibold wrap-anywhere">{title}</h1>
          {beside}
        </div>
        {intro && <div className="mt-1 max-w-3xl text-muted">{intro}</div>}
      </div>
      {children && <div className="no-print flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
