import type { Page } from '../../app/page';

export const booksPages: readonly Page[] = [];
