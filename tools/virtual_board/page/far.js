// A line of messages to another page, by WebRTC, and the two texts that join both pages: whoever invites
// makes one, the other page answers with the other. People send them to each other as they like.
//
// A text is no session description, but what has to be known of one, each part of its own form: what
// somebody made up gets no further than here.

const VERSION = 1;
const GATHER_MS = 4000; // a server that does not answer holds nobody up for longer
const AGAIN_MS = 5000; // the friend may take minutes to send a text back: a page goes on trying
const JOIN_MS = 40_000; // so long both take to find a way at most, over slow lines too
const MOST_CANDIDATES = 12;
const MOST_LETTERS = 4000;
const CHANNEL = { negotiated: true, id: 0 };
const SERVER = /^(stuns?|turns?):[\w.:[\]?=&-]+$/;
const UFRAG = /^[\w+/=-]{4,256}$/;
const PASSWORD = /^[\w+/=-]{22,256}$/;
const FINGERPRINT = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/;
const CANDIDATE =
  /^[\w+/=-]{1,32} 1 udp \d{1,10} [\w.:-]{1,64} \d{1,5} typ (host|srflx|prflx|relay)( raddr [\w.:-]{1,64} rport \d{1,5})?$/i;

// What a line is for: the kinds of its texts, and what may come over it to the side that made the link, and to
// the other. Two boards say lines to each other; who watches hears, and is heard by nobody.
const LINES = /^[ -~]{1,160}$/;
export const FRIENDS = { offer: "invites", answer: "answers", hears: { invites: LINES, answers: LINES } };
export const WATCHING = { offer: "shows", answer: "watches", hears: { shows: /(?!)/, watches: /^\{.{1,20000}\}$/s } };

const CUT = "The line to the other page was cut";
const NO_WAY =
  "The two pages cannot be joined directly. Set a STUN server on both, or a relay (TURN) where that is not enough, and exchange links again";

// The servers of a setting: addresses, with "turn:USER:PASSWORD@HOST:PORT" for a relay. Throws what is wrong.
export function serversOf(text) {
  return text.split(/[\s,]+/).filter(Boolean).map((word) => {
    const [, kind, username, credential, rest] = /^(turns?:)([^:@]+):([^@]+)@(.+)$/.exec(word) ?? [];
    const urls = kind ? kind + rest : word;
    if (!SERVER.test(urls)) throw new Error(`'${word.slice(0, 40)}' is no server: write stun:HOST:PORT, or turn:USER:PASSWORD@HOST:PORT`);
    return kind ? { urls, username, credential } : { urls };
  }); // prettier-ignore
}

const KINDS = [FRIENDS, WATCHING].flatMap(({ offer, answer }) => [offer, answer]);
const ELSEWHERE = {
  invites: "This is a text of somebody who watches, or of a board to watch: it belongs to 'Let somebody watch', or to the page that watches",
  shows: "This is a text of a friend who plays: it belongs to 'Play a friend'",
};

export class Far {
  // `servers`: as serversOf gives them. `events`: `open()`, `heard(message)`, `closed(why)`, and
  // perhaps `changed()`, when it may have become silent. `use`: FRIENDS or WATCHING.
  constructor(servers, events, use = FRIENDS) {
    this._events = events;
    this._use = use;
    this._pc = new RTCPeerConnection({ iceServers: servers });
    this._channel = this._pc.createDataChannel("picogammon", CHANNEL);
    this._channel.addEventListener("open", () => {
      clearInterval(this._again);
      clearTimeout(this._late);
      this._opened = true;
      this._events.open();
    });
    this._channel.addEventListener("message", ({ data }) => {
      if (typeof data === "string" && this._hears.test(data)) this._events.heard(data);
    });
    this._channel.addEventListener("close", () => this._lost(CUT));
    this._pc.addEventListener("connectionstatechange", () => this._changed());
    this._over = false;
    // A page that goes says so: the other one would notice only after some fifteen seconds.
    this._leaves = () => this._lost(CUT);
    addEventListener("pagehide", this._leaves);
  }

  get open() {
    return this._channel.readyState === "open";
  }

  // Whether nothing comes from there just now: it may go on, or be lost, which takes a while to be known.
  get silent() {
    return this._pc.connectionState === "disconnected";
  }

  // Bytes that were sent and are not on their way yet.
  get waiting() {
    return this._channel.bufferedAmount;
  }

  // The text that invites.
  async offer() {
    await this._pc.setLocalDescription(await this._pc.createOffer());
    return this._text(this._use.offer);
  }

  // The text that answers one that invites. Rejects with what is wrong with that.
  async answer(text) {
    const there = read(text, this._use);
    if (there.kind !== this._use.offer) throw new Error("This is an answer: paste it where the link was made");
    await this._pc.setRemoteDescription({ type: "offer", sdp: sdpOf(there, "actpass") });
    await this._pc.setLocalDescription(await this._pc.createAnswer());
    this._again = setInterval(() => this._tryAgain(there), AGAIN_MS);
    return this._text(this._use.answer);
  }

  // Takes what the friend's page has answered. Rejects with what is wrong with that.
  async join(text) {
    const there = read(text, this._use);
    if (there.kind !== this._use.answer || this._pc.signalingState !== "have-local-offer") throw new Error("This answer belongs to another link: make a new one");
    this._joins = true;
    // Where neither knows an address that the other can reach, a browser says nothing at all.
    this._late = setTimeout(() => this._lost(NO_WAY), JOIN_MS);
    await this._pc.setRemoteDescription({ type: "answer", sdp: sdpOf(there, "active") });
  }

  send(message) {
    if (this.open) this._channel.send(message);
  }

  close() {
    this._over = true;
    removeEventListener("pagehide", this._leaves);
    clearInterval(this._again);
    clearTimeout(this._late);
    this._pc.close();
  }

  async _text(kind) {
    this._hears = this._use.hears[kind];
    await gathered(this._pc);
    const { sdp } = this._pc.localDescription;
    const found = [...sdp.matchAll(/^a=candidate:(.*?)( generation .*)?\r?$/gm)].map(([, candidate]) => plain(candidate));
    const value = (name) => new RegExp(`^a=${name}:(.*?)\\r?$`, "m").exec(sdp)?.[1] ?? "";
    const fingerprint = value("fingerprint").replace(/^sha-256 /i, "").toUpperCase();
    const candidates = found.filter((candidate) => CANDIDATE.test(candidate)).slice(0, MOST_CANDIDATES);
    return written([kind, VERSION, value("ice-ufrag"), value("ice-pwd"), fingerprint, candidates]);
  }

  _tryAgain({ candidates }) {
    for (const candidate of candidates) {
      this._pc.addIceCandidate({ candidate: `candidate:${candidate}`, sdpMid: "0" }).catch(() => {});
    }
  }

  _changed() {
    this._events.changed?.();
    // Whoever answers goes on trying: the friend may not have pasted the answer yet.
    if (this._pc.connectionState !== "failed") return;
    if (this._opened) this._lost(CUT);
    else if (this._joins) this._lost(NO_WAY);
  }

  _lost(why) {
    if (this._over) return;
    this.close();
    this._events.closed(why);
  }
}

// What a text, or the link that ends in one, says; its `kind` is one of `use`. Throws what is wrong with it.
export function read(text, use = FRIENDS) {
  const code = text.trim().replace(/^.*#(friend|watch)=/s, "");
  let parts = null;
  try {
    if (code.length <= MOST_LETTERS) parts = JSON.parse(atob(code.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    // It is none.
  }
  if (!Array.isArray(parts) || !KINDS.includes(parts[0])) {
    throw new Error("This is no link or answer of another page, or not whole: copy all of it");
  }
  if (![use.offer, use.answer].includes(parts[0])) throw new Error(ELSEWHERE[use.offer]);
  const [kind, version, ufrag, password, fingerprint, candidates] = parts;
  if (version !== VERSION) throw new Error("The other page is of another version: reload both");
  const fits = (value, form) => typeof value === "string" && form.test(value);
  const whole =
    fits(ufrag, UFRAG) && fits(password, PASSWORD) && fits(fingerprint, FINGERPRINT) && Array.isArray(candidates) &&
    candidates.length <= MOST_CANDIDATES && candidates.every((candidate) => fits(candidate, CANDIDATE)); // prettier-ignore
  if (!whole) throw new Error("This text was changed on its way: copy all of it once more");
  return { kind, ufrag, password, fingerprint, candidates };
}

function written(parts) {
  return btoa(JSON.stringify(parts)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// A candidate without what only one browser writes behind it.
function plain(candidate) {
  return candidate.replace(/ (network-cost|network-id|ufrag) \S+/g, "").trim();
}

function sdpOf({ ufrag, password, fingerprint, candidates }, setup) {
  return [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`,
    "a=sctp-port:5000",
    ...candidates.map((candidate) => `a=candidate:${candidate}`),
    "",
  ].join("\r\n");
}

// Resolves when the page knows all ways to it, or has waited long enough.
function gathered(pc) {
  return new Promise((resolve) => {
    const look = () => pc.iceGatheringState === "complete" && resolve();
    pc.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHER_MS);
    look();
  });
}
