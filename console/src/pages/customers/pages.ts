import type { Page } from '../../app/page';

export const customersPages: readonly Page[] = [];
