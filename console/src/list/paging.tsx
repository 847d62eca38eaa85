import { count } from '../rules/naira';
import type { SearchParams } from '../rules/search-params';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';

/** The facts of a page, as the API answers them. */
export interface PageFacts {
  recordCount: number;
  recordCountIsCapped?: boolean;
  pageNumber: number;
  pageSize: number;
  nextAfter?: string | null;
}

/** The pages of a list. Beyond the counted rows it goes on by cursor. */
export function Paging({
  page,
  search,
  onChange,
}: {
  page: Partial<PageFacts>;
  search: SearchParams;
  onChange: (change: SearchParams) => void;
}) {
  const { recordCount, recordCountIsCapped, pageNumber = 1, pageSize = 20, nextAfter } = page;
  if (recordCount === undefined || (recordCount <= pageSize && pageNumber === 1 && !search.After)) return null;
  const first = (pageNumber - 1) * pageSize + 1;
  const last = Math.min(first + pageSize - 1, recordCountIsCapped ? Infinity : recordCount);
  const isByCursor = !!search.After;
  const hasNext = isByCursor ? !!nextAfter : last < recordCount || !!nextAfter;
  const next: SearchParams =
    !isByCursor && last < recordCount
      ? { PageNumber: String(pageNumber + 1), After: '' }
      : { After: nextAfter ?? '', PageNumber: '' };
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2"
    >
      <span className="text-sm text-muted">
        {isByCursor ? 'Further rows' : `${count(first)} to ${count(last)}`} of {count(recordCount)}
        {recordCountIsCapped ? ' or more' : ''}
      </span>
      <span className="flex gap-2">
        {isByCursor ? (
          <Button isSmall onClick={() => onChange({ After: '', PageNumber: '' })}>
            First page
          </Button>
        ) : (
          <Button
            isSmall
            disabled={pageNumber <= 1}
            onClick={() => onChange({ PageNumber: pageNumber > 2 ? String(pageNumber - 1) : '' })}
          >
            <Icon name="left" className="size-3" /> Previous
          </Button>
        )}
        <Button isSmall disabled={!hasNext} onClick={() => onChange(next)}>
          Next <Icon name="right" className="size-3" />
        </Button>
      </span>
    </nav>
  );
}
