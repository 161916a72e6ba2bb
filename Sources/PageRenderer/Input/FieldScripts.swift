internal import EngineLink

// The scripts for fields of forms.

extension InputScripts {
    /// Chooses an option of a `<select>` by its label or value, as a user's choice would be reported to the page.
    static func select(_ option: String, from target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const wanted = \(PageScripts.literal(option));
            if (element.localName !== 'select') fail(`!${title} is not a <select>.`);
            if (element.matches(':disabled')) fail(`${title} is disabled.`);
            const squeeze = text => text.replace(/\\s+/g, ' ').trim();
            const options = [...element.options];
            const option = options.find(it => squeeze(it.label) === squeeze(wanted))
                ?? options.find(it => it.value === wanted);
            if (!option) fail(`${title} has no option '${wanted}'.`);
            if (option.disabled || option.closest('optgroup')?.disabled)
                fail(`The option '${wanted}' of ${title} is disabled.`);
            element.focus({preventScroll: true});
            if (element.multiple) option.selected = true; else element.selectedIndex = options.indexOf(option);
            for (const type of ['input', 'change'])
                element.dispatchEvent(new Event(type, {bubbles: true, composed: type === 'input'}));
            return '';
            """)
    }

    /// Reads whether a checkbox, a radio button or a switch is checked: `true` or `false`.
    static func isChecked(_ target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const control = element.control ?? element;
            if (control.matches('input[type=checkbox], input[type=radio]')) return `${control.checked}`;
            const state = control.getAttribute('aria-checked');
            if (state === null) fail(`!${title} is not a checkbox or a radio button.`);
            return `${state === 'true'}`;
            """)
    }

    // MARK: Values

    /// The answer of ``kind(of:for:)`` for a field whose value is set.
    static let isSet = "set"

    /// The answer for a `<select>`.
    static let isChosen = "chosen"

    /// Tells whether a text is typed into a field, or set as its value because a key would change only a part of it.
    ///
    /// - Returns: A script. It returns ``isSet``, ``isChosen``, or nothing for a text that is typed.
    static func kind(of target: PageTarget, for text: String) -> String {
        script(
            """
            \(find(target))
            const field = element.control ?? element, text = \(PageScripts.literal(text));
            if (field.localName !== 'input') return field.localName === 'select' ? '\(isChosen)' : '';
            if (['button', 'checkbox', 'file', 'image', 'radio', 'reset', 'submit'].includes(field.type))
                fail(`!${title} takes no text.`);
            const form = {
                date: '2030-01-31', time: '13:30', 'datetime-local': '2030-01-31T13:30', month: '2030-01', week: '2030-W05',
                color: '#ff8800', range: 'a number'}[field.type];
            if (!form) return '';
            const [wanted, probe] = [text.trim().toLowerCase(), field.cloneNode()];
            probe.value = text.trim();
            const isKept = field.type === 'range' ? wanted !== '' && Number(probe.value) === Number(wanted)
                : field.type === 'color' ? probe.value === wanted : probe.value !== '' || wanted === '';
            if (!isKept && field.type === 'range' && Number.isFinite(Number(wanted)) && wanted !== '')
                fail(`!${title} takes a number from ${field.min || 0} to ${field.max || 100}` +
                    `${field.step === 'any' ? '' : ` in steps of ${field.step || 1}`}.`);
            if (!isKept) fail(`!${title} takes a value like ${form}.`);
            return '\(isSet)';
            """)
    }

    /// Sets a field's value, as a user's choice would be reported to the page.
    static func setValue(_ text: String, of target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const field = element.control ?? element;
            if (field.readOnly && field.matches(':read-only')) fail(`!${title} is read-only.`);
            field.focus({preventScroll: true});
            field.value = \(PageScripts.literal(text)).trim();
            for (const type of ['input', 'change'])
                field.dispatchEvent(new Event(type, {bubbles: true, composed: type === 'input'}));
            return '';
            """)
    }

    // MARK: Files

    /// The answers of ``kind(of:count:)`` for a field that is visible, and for another element that may open one.
    static let isSeen = "seen", isOpener = "opener"

    /// Tells how files are given to an element.
    ///
    /// - Returns: A script. It returns ``isSeen``, ``isOpener``, or nothing for a field that is not visible.
    static func kind(of target: PageTarget, count: Int) -> String {
        script(
            """
            \(find(target))
            const field = element.control ?? element;
            // The files arrive at the field some time after they were chosen.
            globalThis.pagereelFilesArrived = false;
            const note = ({target}) => { if (target.type === 'file') globalThis.pagereelFilesArrived = true; };
            for (const type of ['change', 'cancel'])
                (field.type === 'file' ? field : element.ownerDocument).addEventListener(type, note, true);
            if (!field.matches('input[type=file]')) {
                if (field.matches('input:not([type=button]), select, textarea')) fail(`!${title} is not a field for files.`);
                return '\(isOpener)';
            }
            if (field.matches(':disabled')) fail(`${title} is disabled.`);
            if (\(count) > 1 && !field.multiple) fail(`!${title} takes one file, not \(count).`);
            return isVisible(element) ? '\(isSeen)' : '';
            """)
    }

    /// Tells whether the files have arrived at the field: `true` or `false`.
    static let haveFilesArrived = "return `${globalThis.pagereelFilesArrived ?? true}`;"

    /// Opens the file chooser of a field.
    static func openFileChooser(of target: PageTarget) -> String {
        script(
            """
            \(find(target))
            (element.control ?? element).click();
            return '';
            """)
    }
}
