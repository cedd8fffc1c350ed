// Discord's markdown as a tree: text is a string, everything else {type, kids, …}. Knows no page, so it can be tried alone.

const ESCAPE = /\\([^\p{L}\p{N}\s])/uy;
const CODE = /(`+)([^]*?[^`])\1(?!`)/y;
const LINK = /\[((?:[^[\]\\]|\\.)+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"\n]*")?\)/y;
const HIDDEN_URL = /<(https?:\/\/[^\s<>]+)>/y;
const URL_TEXT = /https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]}]/y;
const EMOJI = /<a?:(\w{2,32}):(\d{15,20})>/y;
const USER = /<@!?(\d{15,20})>/y;
const ROLE = /<@&(\d{15,20})>/y;
const CHANNEL = /<#(\d{15,20})>/y;
const COMMAND = /<\/([^<>:]{1,100}):(\d{15,20})>/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y;
const EVERYONE = /@(everyone|here)(?!\w)/y;

const SIMPLE = [
  [ESCAPE, ([, char]) => char],
  [LINK, ([, label, href]) => ({ type: "link", href, kids: inline(label, { links: false }) })],
  [HIDDEN_URL, ([, href]) => ({ type: "link", href, kids: [href] })],
  [URL_TEXT, ([href]) => ({ type: "link", href, kids: [href] })],
  [EMOJI, ([, name, id]) => ({ type: "emoji", name, id })],
  [USER, ([, id]) => ({ type: "user", id })],
  [ROLE, ([, id]) => ({ type: "role", id })],
  [CHANNEL, ([, id]) => ({ type: "channel", id })],
  [COMMAND, ([, name]) => ({ type: "command", name })],
  [TIME, ([, seconds, style]) => ({ type: "time", seconds: Number(seconds), style })],
  [EVERYONE, ([text]) => ({ type: "everyone", text })],
];
const LINKS = new Set([LINK, HIDDEN_URL, URL_TEXT]);
const PAIRS = [
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "em"],
  ["_", "em"],
];

const isWord = (char) => char !== undefined && /\w/.test(char);
const isSpace = (char) => char === undefined || /\s/.test(char);

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// Where the pair opened before `from` closes, or -1. Escapes and code are stepped over, and so are longer pairs of the same sign.
function closing(text, from, mark) {
  for (let at = from; at < text.length; at += 1) {
    const skipped = matchAt(ESCAPE, text, at) ?? matchAt(CODE, text, at);
    if (skipped) {
      at += skipped[0].length - 1;
    } else if (text.startsWith(mark, at)) {
      const single = mark.length === 1;
      if (single && text[at + 1] === mark) {
        at += 1;
      } else if (
        at > from &&
        text[at + mark.length] !== mark[0] &&
        !(single && isSpace(text[at - 1])) &&
        !(mark === "_" && isWord(text[at + 1]))
      ) {
        return at;
      }
    }
  }
  return -1;
}

function pairAt(text, at) {
  for (const [mark, type] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    if (mark.length === 1 && (isSpace(text[from]) || text[from] === mark || (mark === "_" && isWord(text[at - 1]))))
      continue;
    const end = closing(text, from, mark);
    if (end > 0) return { type, inner: text.slice(from, end), end: end + mark.length };
  }
  return null;
}

function nodeAt(text, at, links) {
  const code = text[at] === "`" && matchAt(CODE, text, at);
  // One space of padding is for spans that begin or end with a backtick; all other spaces are kept.
  if (code) return [{ type: "code", text: code[2].replace(/^ (`[^]*`) $/, "$1") }, code[0].length];
  for (const [pattern, make] of SIMPLE) {
    if (!links && LINKS.has(pattern)) continue;
    const found = matchAt(pattern, text, at);
    if (found) return [make(found), found[0].length];
  }
  const pair = pairAt(text, at);
  return pair && [{ type: pair.type, kids: inline(pair.inner, { links }) }, pair.end - at];
}

export function inline(text, { links = true } = {}) {
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = /[\\`[<h@*_~|]/.test(text[at]) && nodeAt(text, at, links);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    const [node, length] = found;
    at += length;
    if (typeof node === "string") {
      plain += node;
      continue;
    }
    if (plain) out.push(plain);
    plain = "";
    out.push(node);
  }
  if (plain) out.push(plain);
  return out;
}

const LIST_LINE = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;

function list(lines) {
  const [, indent, bullet, number] = LIST_LINE.exec(lines[0]);
  const items = [];
  while (lines.length) {
    const found = LIST_LINE.exec(lines[0]);
    const other = found && found[1].length === indent.length && Boolean(found[2]) !== Boolean(bullet);
    if (!found || other || found[1].length < indent.length) break;
    if (found[1].length > indent.length + 1) items.at(-1).kids.push(list(lines));
    else {
      items.push({ type: "item", kids: inline(found[4]) });
      lines.shift();
    }
  }
  return { type: bullet ? "bullets" : "numbers", start: Number(number), kids: items };
}

function quote(lines) {
  if (lines[0].startsWith(">>> ")) {
    const rest = lines.splice(0);
    return { type: "quote", kids: blocks([rest[0].slice(4), ...rest.slice(1)].join("\n")) };
  }
  const inner = [];
  while (lines[0]?.startsWith("> ")) inner.push(lines.shift().slice(2));
  return { type: "quote", kids: blocks(inner.join("\n")) };
}

function lineBlocks(text) {
  const lines = text.split("\n");
  const out = [];
  let loose = [];
  const flush = () => {
    if (loose.length) out.push({ type: "text", kids: inline(loose.join("\n")) });
    loose = [];
  };
  while (lines.length) {
    const heading = /^(#{1,3}|-#) +(\S.*)$/.exec(lines[0]);
    if (heading) {
      flush();
      lines.shift();
      out.push({ type: heading[1] === "-#" ? "subtext" : `heading${heading[1].length}`, kids: inline(heading[2]) });
    } else if (/^>(>>)? /.test(lines[0])) {
      flush();
      out.push(quote(lines));
    } else if (LIST_LINE.test(lines[0])) {
      flush();
      out.push(list(lines));
    } else {
      loose.push(lines.shift());
    }
  }
  flush();
  return out;
}

// Fenced code first: nothing inside it is markdown.
export function blocks(text) {
  const out = [];
  let last = 0;
  for (const fence of text.matchAll(/```(?:([\w+#.-]+)\n)?\n*([^]+?)\n*```\n?/g)) {
    if (fence.index > last) out.push(...lineBlocks(text.slice(last, fence.index).replace(/\n$/, "")));
    out.push({ type: "codeblock", text: fence[2] });
    last = fence.index + fence[0].length;
  }
  if (last < text.length) out.push(...lineBlocks(text.slice(last)));
  return out;
}
