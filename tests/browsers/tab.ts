import { until } from '../harness/until.ts'

/** What an engine's own protocol can do; the rest is built on it. */
export interface Protocol {
  navigate(url: string): Promise<void>
  /** The value of an expression in the page, as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** A press of the mouse at a point of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  /** Keys as they are typed. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
}

export interface Engine extends Protocol {
  /** What the browser calls itself. */
  version: string
  close(): Promise<void>
}

/**
 * Everything visible that an expression finds, oldest syntax only: it runs in the oldest engine. What is far from the
 * window may not be laid out yet and has no `innerText` in WebKit.
 */
const FIND = `function find(selector, text) {
  var all = document.querySelectorAll(selector), found = []
  for (var i = 0; i < all.length; i++) {
    var box = all[i].getBoundingClientRect()
    if (box.width && box.height && (all[i].innerText || all[i].textContent || all[i].value || '').indexOf(text) >= 0) found.push(all[i])
  }
  return found[found.length - 1]
}`

const expression = (body: string): string => `(function () { ${FIND}; ${body} })()`
const quoted = (text: string): string => JSON.stringify(text)

/** A page as a person uses it, in any engine. */
export class Tab {
  readonly engine: Engine
  constructor(engine: Engine) {
    this.engine = engine
  }

  async goto(url: string): Promise<void> {
    await this.engine.navigate(url)
    await this.until('the page is there', `document.readyState === 'complete' && location.href !== 'about:blank'`)
  }

  evaluate<T>(body: string): Promise<T> {
    return this.engine.evaluate(`(${body})`) as Promise<T>
  }

  /** Waits until an expression is truthy. A page that is just being left answers nothing, which is not yet. */
  until(what: string, body: string): Promise<unknown> {
    return this.untilLook(what, () => this.engine.evaluate(body).catch(() => false))
  }

  /** The error says what the page shows. */
  async untilLook(what: string, look: () => Promise<unknown>): Promise<unknown> {
    return until(what, look).catch(async (error: Error) => {
      const text = await this.engine.evaluate(`location.href + '\\n' + document.body.innerText`).catch(() => '')
      throw new Error(`${error.message}\n${String(text).slice(0, 2000)}`)
    })
  }

  /** Waits for a text on the screen. */
  async sees(text: string): Promise<void> {
    await this.until(`"${text}" is seen`, `document.body.innerText.indexOf(${quoted(text)}) >= 0`)
  }

  /** Waits until the address has a part. */
  async at(part: string): Promise<void> {
    await this.until(`the address has ${part}`, `location.href.indexOf(${quoted(part)}) >= 0`)
  }

  async isSeen(selector: string, text = ''): Promise<boolean> {
    return Boolean(await this.engine.evaluate(expression(`return !!find(${quoted(selector)}, ${quoted(text)})`)))
  }

  /**
   * Presses what is visible, stands still, matches the selector and has the text: the innermost of several. Firefox loses
   * a press on a page that is still loading.
   */
  async press(selector: string, text = ''): Promise<void> {
    const look =
      expression(`var part = find(${quoted(selector)}, ${quoted(text)}); if (!part || document.readyState !== 'complete') return null
      part.scrollIntoView({ block: 'center' }); var box = part.getBoundingClientRect()
      var top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return top && (part.contains(top) || top.contains(part)) ? JSON.stringify([box.left + box.width / 2, box.top + box.height / 2]) : null`)
    let before: unknown
    const point = await this.untilLook(`${selector} "${text}" can be pressed`, async () => {
      const now = await this.engine.evaluate(look).catch(() => null)
      const still = now !== null && now === before
      before = now
      return still && now
    })
    const [x, y] = JSON.parse(String(point)) as [number, number]
    await this.engine.clickAt(Math.round(x), Math.round(y))
  }

  /** Types into the field of a label. */
  async fillLabelled(label: string, text: string): Promise<void> {
    const look = expression(`var label = find('label', ${quoted(label)}); return label && label.htmlFor`)
    const id = await this.until(`there is a field ${label}`, look)
    await this.fill(`[id="${String(id)}"]`, text)
  }

  /** Types into a field. */
  async fill(selector: string, text: string): Promise<void> {
    await this.press(selector)
    await this.until(
      `${selector} has the focus`,
      `document.activeElement === document.querySelector(${quoted(selector)})`,
    )
    await this.engine.type(text)
  }
}
