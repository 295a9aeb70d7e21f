interface Listed {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly shown: number;
  /** The list has more records than `total`: a search does not count all that match. */
  readonly isMinimum: boolean;
}

interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly isMinimum: boolean;
  readonly hasNext: boolean;
}

/** Returns the part of a list that a page shows. A page that is not full is the end of a list without a known total. */
export function pageRange({ page, size, total, shown, isMinimum }: Listed): PageRange {
  const before = (page - 1) * size;
  if (!isMinimum) {
    const last = Math.min(page * size, total);
    return { first: before + 1, last, total, isMinimum, hasNext: last < total };
  }
  const last = before + shown;
  const isEnd = shown < size;
  return { first: before + 1, last, total: isEnd ? last : Math.max(total, last), isMinimum: !isEnd, hasNext: !isEnd };
}
