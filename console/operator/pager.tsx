import { Button, Group } from '@mantine/core';

interface PagerProps {
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}

/** The rows of one page of the operator's lists. */
export const PAGE_ROWS = 50;

/** Leads to the page before and after. Absent when there is one page. */
export function Pager({ page, hasMore, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null;
  return (
    <Group mt="md">
      <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" size="xs" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}
