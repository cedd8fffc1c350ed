// One WebSocket for one person, with requests that get exactly one answer, and a way back after the connection was lost.

const LONGEST_WAIT = 5000;

export class Link {
  #socket = null;
  #waiting = new Map(); // nonce → resolve
  #nonce = 0;
  #attempt = 0;
  #closed = false;

  constructor(person, { frame, status }) {
    this.person = person;
    this.onframe = frame;
    this.onstatus = status;
    this.#connect();
  }

  #connect() {
    const url = new URL("socket", location.href);
    url.protocol = "ws:";
    url.hash = "";
    if (this.person) url.searchParams.set("as", this.person);
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.onstatus("open");
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#lost();
  }

  #receive(frame) {
    if (this.#closed) return; // the page is somebody else's by now
    if (frame.t !== "answer") {
      this.onframe(frame);
      return;
    }
    this.#waiting.get(frame.nonce)?.(frame);
    this.#waiting.delete(frame.nonce);
  }

  #lost() {
    for (const resolve of this.#waiting.values()) resolve({ kind: "failed" });
    this.#waiting.clear();
    if (this.#closed) return;
    this.onstatus("lost");
    this.#attempt += 1;
    setTimeout(() => this.#closed || this.#connect(), Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempt));
  }

  tell(frame) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  ask(frame) {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve({ kind: "failed" });
    this.#nonce += 1;
    const nonce = String(this.#nonce);
    return new Promise((resolve) => {
      this.#waiting.set(nonce, resolve);
      this.tell({ ...frame, nonce });
    });
  }

  close() {
    this.#closed = true;
    this.#waiting.clear();
    this.#socket.close();
  }
}
