/** The locale for numbers and dates: the first of the browser's languages that it supports. */
export function browserLocale(): string {
  const isKnown = (tag: string): boolean => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
    } catch {
      // Not a language tag: a browser without a desktop reports the system's locale, such as "en-US@posix".
      return false;
    }
  };
  return navigator.languages.find(isKnown) ?? new Intl.NumberFormat().resolvedOptions().locale;
}

/** A day and a time in the reader's locale. Shows the year only if it is not this year. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  const day = { ...year, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(browserLocale(), day).format(date);
}

/** A time of the day. */
export const time = (when: string | number): string =>
  new Intl.DateTimeFormat(browserLocale(), { timeStyle: "short" }).format(new Date(when));

/** The remaining time as minutes and seconds: 1:05. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
