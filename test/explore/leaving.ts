import { end, JSON_TYPE, lose } from "./make-ending";
import type { Ending } from "./network";

/** Aborts or ends the caller while this copy is in flight, or does nothing. */
export const aborted: readonly Ending[] = [
  end("the caller aborts, and it is carried out", (copy) => {
    copy.sender.abort();
    copy.act();
    return lose();
  }),
  end("the caller aborts, and it is held up", (copy) => {
    copy.sender.abort();
    copy.hold();
    return lose();
  }),
  end("carried out, and the caller aborts while the response comes", (copy) => {
    const { status } = copy.act();
    if (status === 204) {
      copy.sender.abort();
      return lose();
    }
    const pull = () => copy.sender.abort();
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status, headers: JSON_TYPE });
  }),
];

export const crashed: readonly Ending[] = [
  end("the process ends, and it is carried out", (copy) => {
    copy.sender.crash();
    copy.act();
    return lose();
  }),
  end("the process ends, and it is held up", (copy) => {
    copy.sender.crash();
    copy.hold();
    return lose();
  }),
];
