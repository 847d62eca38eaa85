export { TillCount } from './counts/till-count.entity';
export { Till } from './till.entity';
